import { useTranslation } from 'react-i18next';
import type { CupLine } from '../../contract.ts';

/** The shortened name on the board, or the alias in the reader's language. */
export function useLineName(): (line: Pick<CupLine, 'name' | 'alias'>) => string {
  const { t } = useTranslation('cup');
  return ({ name, alias }) => (alias ? t(`alias.${alias.animal}`, { n: alias.number }) : name);
}
