import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
// The two packages of Noto Sans export no path of a font file, so it is found beside their main file.
const besideMain = (main: string, file: string) => path.join(path.dirname(main), '../fonts', file);

/** The font files of what the server draws: certificates, whose PDF embeds the glyphs in use, and pictures. */
export const fontFiles = {
  medium: require.resolve('@expo-google-fonts/figtree/500Medium/Figtree_500Medium.ttf'),
  heavy: require.resolve('@expo-google-fonts/figtree/800ExtraBold/Figtree_800ExtraBold.ttf'),
  korean: besideMain(require.resolve('@embedpdf/fonts-kr'), 'NotoSansKR-Bold.otf'),
  /** Also has the Japanese kana. */
  chinese: besideMain(require.resolve('@embedpdf/fonts-sc'), 'NotoSansHans-Bold.otf'),
  'cyrillic-medium': require.resolve('@expo-google-fonts/onest/500Medium/Onest_500Medium.ttf'),
  'cyrillic-heavy': require.resolve('@expo-google-fonts/onest/800ExtraBold/Onest_800ExtraBold.ttf'),
  'arabic-medium': require.resolve(
    '@expo-google-fonts/noto-sans-arabic/500Medium/NotoSansArabic_500Medium.ttf',
  ),
  'arabic-heavy': require.resolve(
    '@expo-google-fonts/noto-sans-arabic/800ExtraBold/NotoSansArabic_800ExtraBold.ttf',
  ),
  'devanagari-medium': require.resolve(
    '@expo-google-fonts/noto-sans-devanagari/500Medium/NotoSansDevanagari_500Medium.ttf',
  ),
  'devanagari-heavy': require.resolve(
    '@expo-google-fonts/noto-sans-devanagari/800ExtraBold/NotoSansDevanagari_800ExtraBold.ttf',
  ),
} as const;
