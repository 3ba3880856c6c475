import { describe, expect, test } from "vitest";
import { isLoadable, picturesOf, splitFeatures, splitImages } from "./lists.ts";

// Spec 2 §5: Features are split
// Spec 2 §5: Additional images are
test.each([
  ["", []],
  [" , ,", []],
  ["Hiss", ["Hiss"]],
  [" Hiss ,Balkong,, Öppen spis ", ["Hiss", "Balkong", "Öppen spis"]],
  ["Nära havet\noch skogen", ["Nära havet\noch skogen"]],
])("features %j are %j", (typed, expected) => {
  expect(splitFeatures(typed)).toEqual(expected);
});

// Spec 2 §5: Features are split
// Spec 2 §5: Additional images are
test.each([
  ["", "/front.svg", []],
  ["/a.svg\n/b.svg", "", ["/a.svg", "/b.svg"]],
  ["/a.svg, /b.svg,\r\n /c.svg \n\n", "", ["/a.svg", "/b.svg", "/c.svg"]],
  ["/front.svg\n/a.svg, /front.svg", " /front.svg ", ["/a.svg"]],
])("pictures %j beside %j are %j", (typed, front, expected) => {
  expect(splitImages(typed, front)).toEqual(expected);
});

describe("the pictures of a property", () => {
  test.each([
    ["", [], []],
    ["/front.svg", ["/a.svg"], ["/front.svg", "/a.svg"]],
    ["", ["/a.svg", ""], ["/a.svg"]],
    ["/front.svg", ["/a.svg", "/front.svg", "/a.svg"], ["/front.svg", "/a.svg"]],
  ])("%j and %j are %j", (front, images, expected) => {
    expect(picturesOf(front, images)).toEqual(expected);
  });

  test.each([
    ["/properties/farm.svg", true],
    ["https://example.com/a.jpg", true],
    ["HTTPS://EXAMPLE.COM/a.jpg", true],
    ["data:image/png;base64,AAAA", true],
    ["http://example.com/a.jpg", false],
    ["//example.com/a.jpg", false],
    ["javascript:alert(1)", false],
    ["farm.svg", false],
    ["", false],
  ])("the address %j can be loaded: %s", (url, expected) => {
    expect(isLoadable(url)).toBe(expected);
  });
});
