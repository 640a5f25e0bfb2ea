"""The production tracks: two cities for each face of the die. The rules do not print the pairs; these are ours (BE-R48)."""

from typing import Final

FACTORY_SITES: Final = (
    ("Sverdlovsk", "Nizhny Tagil"),
    ("Chelyabinsk", "Magnitogorsk"),
    ("Gorki", "Kazan"),
    ("Kuibyshev", "Saratov"),
    ("Molotov", "Ufa"),
    ("Chkalov", "siberia"),
)

GERMAN_SITES: Final = (
    ("Berlin", "Stettin"),
    ("Kassel", "Magdeburg"),
    ("Nuremberg", "Regensburg"),
    ("Leipzig", "Dresden"),
    ("Vienna", "Linz"),
    ("Breslau", "Prague"),
)
