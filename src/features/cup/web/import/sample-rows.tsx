import { Table } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { languageName } from '#shared/language-name.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { Fold } from '#web/ui/lists/fold.tsx';
import { type RankingColumn, rankingColumns } from '../../contract.ts';
import styles from './import-preview.module.css';
import type { Preview } from './use-import.ts';

/** The first parsed rows under our column names; on a phone they are folded. */
export function SampleRows({ preview }: { preview: Preview }) {
  const { t, i18n } = useTranslation('cup');
  const { number, percentage } = useFigures();
  const wide = useMediaQuery('(min-width: 48em)', false, { getInitialValueInEffect: false });
  const filled = new Set(preview.columns.filter(({ header }) => header !== null).map(({ column }) => column));
  const columns = rankingColumns.filter((column) => filled.has(column));

  const shown = (row: Preview['sample'][number], column: RankingColumn): string => {
    const value = row[column];
    if (column === 'completionPercentage') return percentage(row.completionPercentage);
    if (column === 'language') return languageName(row.language, i18n.language);
    return typeof value === 'number' ? number(value) : (value ?? '');
  };
  return (
    <Fold
      title={t('preview.sample', { count: preview.sample.length, n: number(preview.sample.length) })}
      open={wide}
    >
      <Table.ScrollContainer
        minWidth="60rem"
        scrollAreaProps={{
          viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('preview.sampleLabel') },
        }}
      >
        <Table verticalSpacing="xs" striped>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column} className={styles.sampleCell}>
                  {t(`figure.${column}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {preview.sample.map((row, index) => (
              <Table.Tr key={`${index} ${row.username}`}>
                {columns.map((column) => (
                  <Table.Td key={column} className={styles.sampleCell}>
                    {shown(row, column)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Fold>
  );
}
