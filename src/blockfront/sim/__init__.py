"""Simulation: series of games, ratings, statistics, pictures, and environments for reinforcement learning."""
