import { useTranslation } from 'react-i18next';
import { figuresIn } from '#shared/formats/figures.ts';

/** Numbers and money as the reader's language writes them. */
export function useFigures() {
  const { i18n } = useTranslation();
  return figuresIn(i18n.language);
}
