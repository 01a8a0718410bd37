# `make run` and `make test` need nothing prepared; the rest is for who works on the shoe.
.PHONY: run test check bench rigs prepare clean
SHOE = .venv/bin/shoe

run: prepare         ## deal one simulated shoe through the whole chain; results in out/demo
	$(SHOE) demo --out out/demo

test: prepare        ## the tests
	.venv/bin/pytest -m "not rig" -rs

check: prepare       ## lint, types, tests
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	$(MAKE) test

bench: prepare       ## speed, as ratios against named alternatives in one run
	@for script in tests/bench/*.py; do .venv/bin/python $$script || exit 1; done

rigs: prepare        ## heavy proofs: real power cuts, genuine picamera2; says what it skips
	@tools/prepare.sh rigs
	.venv/bin/pytest -m rig -rs tests/rigs

prepare:
	@tools/prepare.sh

clean:
	rm -rf .venv out
