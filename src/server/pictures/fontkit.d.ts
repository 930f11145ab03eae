/** The part of fontkit that Sumi uses; the package brings no types. */
declare module 'fontkit' {
  export type PathCommand = {
    command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'bezierCurveTo' | 'closePath';
    args: number[];
  };
  export type Font = {
    unitsPerEm: number;
    hasGlyphForCodePoint(code: number): boolean;
    layout(text: string): {
      advanceWidth: number;
      glyphs: { path: { commands: PathCommand[] } }[];
      positions: { xAdvance: number; xOffset: number; yOffset: number }[];
    };
  };
  export function openSync(file: string): Font;
}
