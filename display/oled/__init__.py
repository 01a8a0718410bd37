"""The small screen beside the dealer: Screen from the feed (pure), drawing, devices."""
