import { Button, Center, Stack, Table, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFigures } from '#web/i18n/use-figures.ts';
import styles from './import-preview.module.css';

const shownAtOnce = 25;

/** A table of what an import read in its own way, the first rows of it, with a button for more; on a phone blocks. */
export function ListedRows({
  title,
  text,
  headers,
  rows,
  children,
}: {
  title: string;
  text: string;
  headers: readonly string[];
  rows: readonly (readonly string[])[];
  /** What can be done with them. */
  children?: ReactNode;
}) {
  const { t } = useTranslation('cup');
  const { number } = useFigures();
  const [shown, setShown] = useState(shownAtOnce);
  return (
    <Stack gap="xs" component="section">
      <Title order={3}>{title}</Title>
      <Text c="dimmed" size="sm">
        {text}
      </Text>
      {children}
      <Table.ScrollContainer
        className={styles.listed}
        minWidth="var(--listed-width)"
        scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': title } }}
      >
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              {headers.map((header) => (
                <Table.Th key={header}>{header}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, shown).map((row, index) => (
              <Table.Tr key={`${index} ${row.join(' ')}`}>
                {row.map((cell, at) => (
                  <Table.Td key={headers[at]} className={styles.cell} data-label={headers[at]}>
                    {cell}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {rows.length > shown && (
        <Center>
          <Button variant="default" onClick={() => setShown(shown + 4 * shownAtOnce)}>
            {t('preview.moreRejected', { n: number(rows.length - shown) })}
          </Button>
        </Center>
      )}
    </Stack>
  );
}
