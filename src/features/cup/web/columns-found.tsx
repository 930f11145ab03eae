import { Badge, Group, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './import-preview.module.css';
import type { Preview } from './use-import.ts';

/** Which of the file's headers fills which column; folded, because most files are as expected. */
export function ColumnsFound({ preview: { columns, extras } }: { preview: Preview }) {
  const { t } = useTranslation('cup');
  return (
    <details>
      <Text component="summary" fw={600} className={styles.fold}>
        {t('preview.columns')}
      </Text>
      <Stack gap="sm" mt="xs">
        <Table verticalSpacing="xs" layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('preview.column')}</Table.Th>
              <Table.Th>{t('preview.header')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {columns.map(({ column, header }) => (
              <Table.Tr key={column}>
                <Table.Td className={styles.cell}>{t(`figure.${column}`)}</Table.Td>
                <Table.Td className={styles.cell} c={header === null ? 'dimmed' : undefined}>
                  {header ?? t('preview.notInFile')}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {extras.length > 0 && (
          <Group gap="xs">
            <Text size="sm">{t('preview.extras')}</Text>
            {extras.map((header, index) => (
              <Badge key={`${index} ${header}`} color="gray">
                {header}
              </Badge>
            ))}
          </Group>
        )}
      </Stack>
    </details>
  );
}
