"""Who a visitor is: accounts, login sessions and secret keys."""
