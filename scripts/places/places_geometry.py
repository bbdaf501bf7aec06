"""Distances and boxes on the globe."""

import math

EARTH_RADIUS_KM = 6371.0


def kilometres(a, b, c, d):
    a, b, c, d = map(math.radians, (a, b, c, d))
    h = math.sin((c - a) / 2) ** 2 + math.cos(a) * math.cos(c) * math.sin((d - b) / 2) ** 2
    return 2 * EARTH_RADIUS_KM * math.asin(min(1.0, math.sqrt(h)))


def degrees(value):
    return f"{value:.5f}".rstrip("0").rstrip(".")


def longitude_arc(longitudes):
    """West and east of the smallest arc that holds all; west > east over the antimeridian."""
    ordered = sorted(set(longitudes))
    gaps = [(b - a, a, b) for a, b in zip(ordered, ordered[1:])]
    gaps.append((ordered[0] + 360 - ordered[-1], ordered[-1], ordered[0]))
    _, east, west = max(gaps)
    return west, east


def box(cities, margin=0.0):
    """West, south, east, north of cities, at least `margin` degrees around each."""
    west, east = longitude_arc([c["longitude"] for c in cities])
    latitudes = [c["latitude"] for c in cities]
    south, north = max(-90, min(latitudes) - margin), min(90, max(latitudes) + margin)
    west, east = west - margin, east + margin
    return west + 360 * (west < -180), south, east - 360 * (east > 180), north


def holds(box_, city):
    west, south, east, north = box_
    latitude, longitude = city["latitude"], city["longitude"]
    if not south <= latitude <= north:
        return False
    return west <= longitude <= east if west <= east else longitude >= west or longitude <= east


def weighted_centre(cities):
    x = y = z = 0.0
    for city in cities:
        weight = (city["population"] or 0) + 100
        latitude, longitude = math.radians(city["latitude"]), math.radians(city["longitude"])
        x += weight * math.cos(latitude) * math.cos(longitude)
        y += weight * math.cos(latitude) * math.sin(longitude)
        z += weight * math.sin(latitude)
    return math.degrees(math.atan2(z, math.hypot(x, y))), math.degrees(math.atan2(y, x))
