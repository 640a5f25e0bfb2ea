"""The stages of play. Each is a step of the decision stack; `sequence` lists them in rulebook order."""
