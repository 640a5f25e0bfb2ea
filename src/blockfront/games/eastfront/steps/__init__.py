"""The stages of play, each a step of the decision stack. `sequence` lists them in rulebook order."""
