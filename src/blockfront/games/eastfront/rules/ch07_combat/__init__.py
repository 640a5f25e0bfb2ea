"""Chapter 7: combat, by its sections: which battles are fought, firepower, defence and losses, assaults."""
