import { useTranslation } from 'react-i18next';

/** The name of a button that each row has: what it does, and of which row. */
export function useNamed(): (act: string, thing: string) => string {
  const { t } = useTranslation('shell');
  return (act, thing) => t('ofThing', { act, thing });
}
