/**
 * An https address in a text. It ends before the mark with which its sentence goes on, and before letters of scripts
 * that are written without a space, as Korean particles are: browsers copy an address with those encoded.
 */
const letters = String.raw`\w\p{sc=Latin}#$%&*+/=@~\-`;
const inside = String.raw`[${letters}!',.:;?|[\]]`;
const brackets = String.raw`\(${inside}*\)`;
const address = new RegExp(`(https://(?:${inside}|${brackets})*(?:[${letters}]|${brackets}))`, 'iu');

/** A text in its parts, which together are all of it: its https addresses, and the words around them. */
export function splitAddresses(text: string): { part: string; isAddress: boolean }[] {
  return text.split(address).map((part, place) => ({ part, isAddress: place % 2 === 1 }));
}
