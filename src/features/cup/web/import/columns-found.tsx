import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Fold } from '#web/ui/lists/fold.tsx';
import { type RankingColumn, rankingColumns } from '../../contract.ts';
import styles from './import-preview.module.css';
import type { ImportDraft, Preview } from './use-import.ts';

const nowhere = '';

/** The header that fills each column, with a choice for each; `open` where headers were not recognised. */
export function ColumnsFound({
  preview: { columns, headers },
  open,
  draft,
}: {
  preview: Preview;
  open: boolean;
  draft: ImportDraft;
}) {
  const { t } = useTranslation('cup');
  const found = new Map(
    columns.map(({ column, index }) => [column, index === null ? nowhere : String(index)]),
  );
  const [assigned, setAssigned] = useState(found);
  const taken = [...assigned.values()].filter((index) => index !== nowhere);
  const problem = problemOf(assigned, taken);
  const changed = [...assigned].some(([column, index]) => found.get(column) !== index);
  return (
    <Fold title={t('preview.columns')} open={open}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('preview.columnsText')}
        </Text>
        <div className={styles.columns}>
          {rankingColumns.map((column) => (
            <NativeSelect
              key={column}
              size="md"
              label={t(`figure.${column}`)}
              required={column === 'fullName' || column === 'username'}
              value={assigned.get(column) ?? nowhere}
              onChange={({ currentTarget }) =>
                setAssigned(new Map(assigned).set(column, currentTarget.value))
              }
              data={[
                { value: nowhere, label: t('preview.notInFile') },
                ...headers.map((header, index) => ({
                  value: String(index),
                  label: header.trim() || t('preview.columnNumber', { n: index + 1 }),
                })),
              ]}
            />
          ))}
        </div>
        {problem && (
          <Text role="alert" c="red" size="sm">
            {t(`preview.${problem}`)}
          </Text>
        )}
        <Group>
          <Button
            variant="default"
            disabled={!changed || problem !== null}
            loading={draft.isReviewing}
            onClick={() => draft.assign(placesOf(assigned))}
          >
            {t('preview.readAgain')}
          </Button>
        </Group>
      </Stack>
    </Fold>
  );
}

type Assigned = ReadonlyMap<RankingColumn, string>;

function problemOf(assigned: Assigned, taken: readonly string[]): 'twice' | 'nameless' | null {
  if (new Set(taken).size < taken.length) return 'twice';
  return assigned.get('fullName') && assigned.get('username') ? null : 'nameless';
}

function placesOf(assigned: Assigned): Map<RankingColumn, number> {
  const given = [...assigned].filter(([, index]) => index !== nowhere);
  return new Map(given.map(([column, index]) => [column, Number(index)]));
}
