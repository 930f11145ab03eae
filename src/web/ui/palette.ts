import type { MantineColorsTuple } from '@mantine/core';

/**
 * Ink on warm paper, and one bright colour for each thing people do here. Ten shades each, light to dark;
 * the seventh is the colour itself, chosen so that what is written on it reads well (theme.test.ts measures).
 */
type Shades = MantineColorsTuple;

const ink: Shades = [
  '#f1f1f5', '#dfe0e8', '#c3c5d3', '#9fa2b7', '#787c96', '#555a76', '#262a42', '#1e2136', '#171a2b', '#10121f',
]; // biome-ignore format: a table

const paper: Shades = [
  '#fffdf9', '#fcf8f0', '#f9f2e6', '#f6eddd', '#f4ead8', '#f3e8d5', '#f2e6d1', '#e8d9be', '#d3c1a2', '#b39f7e',
]; // biome-ignore format: a table

/** Classes and clubs: what happens live. */
const live: Shades = [
  '#fff0ec', '#ffe1d9', '#ffc3b4', '#fd9f88', '#f57d60', '#e65f41', '#cb4227', '#ad341d', '#8e2a18', '#6b2013',
]; // biome-ignore format: a table

/** The feed of videos. */
const feed: Shades = [
  '#f4f0ff', '#e7dfff', '#cfc0ff', '#b39cfb', '#9a7df3', '#8260e8', '#6b47d6', '#5937b6', '#472c92', '#33206a',
]; // biome-ignore format: a table

/** The cup. */
const cup: Shades = [
  '#fff5e6', '#ffe8c9', '#ffd196', '#feb961', '#fba53d', '#f89a2b', '#f4901e', '#c96e0c', '#8f4c06', '#633404',
]; // biome-ignore format: a table

/** Sumicoins. */
const coins: Shades = [
  '#fff9e3', '#fff0bf', '#ffe388', '#fdd653', '#f9cb35', '#f5c323', '#f0b90f', '#bb8b02', '#7f5d02', '#574001',
]; // biome-ignore format: a table

/** Teaching. */
const teach: Shades = [
  '#e6f8f5', '#cdf0ea', '#9fe1d7', '#6bcfc2', '#3fb8aa', '#1f9c8f', '#0c7a70', '#08635b', '#064e48', '#043934',
]; // biome-ignore format: a table

/** What went wrong or cannot be undone; redder than coral, so that the two are not taken for each other. */
const red: Shades = [
  '#ffeef1', '#ffdbe1', '#ffb5c2', '#fb8ba0', '#f16581', '#df4566', '#bf264a', '#a11c3c', '#82152f', '#610f23',
]; // biome-ignore format: a table

const green: Shades = [
  '#ebf8ec', '#d6f0d9', '#aee0b4', '#83cd8d', '#5bb768', '#3d9c4c', '#257a35', '#1b632a', '#144d20', '#0d3816',
]; // biome-ignore format: a table

/** Warm, as paper and ink are. Mantine draws borders, quiet text and surfaces from these two. */
const gray: Shades = [
  '#faf5ec', '#f3ebdd', '#e9dfcd', '#dccfb9', '#c4b59c', '#958a7a', '#6b6359', '#544e47', '#3b3733', '#262422',
]; // biome-ignore format: a table

const dark: Shades = [
  '#efe8dc', '#d3ccc3', '#b3adab', '#8f8a91', '#45445a', '#34344a', '#26273b', '#171826', '#11121d', '#0b0c14',
]; // biome-ignore format: a table

export const palette = { ink, paper, live, feed, cup, coins, teach, red, green, gray, dark };

/** The colours that stand for a thing people do. */
export const accents = ['live', 'feed', 'cup', 'coins', 'teach'] as const;
export type Accent = (typeof accents)[number];
