export { languageInSentence, languageName } from '#shared/language-name.ts';
