import { Button, Center, Code, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RejectedRow } from '../contract.ts';
import styles from './import-preview.module.css';
import { useFigures } from './use-figures.ts';

const shownAtOnce = 25;

/** The rows that were left out, each with its line in the file and why. */
export function RejectedRows({ rejected }: { rejected: readonly RejectedRow[] }) {
  const { t } = useTranslation('cup');
  const { number } = useFigures();
  const [shown, setShown] = useState(shownAtOnce);
  return (
    <Stack gap="xs" component="section">
      <Title order={3}>
        {t('preview.rejectedTitle', { count: rejected.length, n: number(rejected.length) })}
      </Title>
      <Text c="dimmed" size="sm">
        {t('preview.rejectedText')}
      </Text>
      <Table.ScrollContainer
        minWidth="28rem"
        scrollAreaProps={{
          viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('preview.rejectedLabel') },
        }}
      >
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('preview.line')}</Table.Th>
              <Table.Th>{t('preview.reason')}</Table.Th>
              <Table.Th>{t('preview.begins')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rejected.slice(0, shown).map(({ line, reason, text }) => (
              <Table.Tr key={line}>
                <Table.Td>{number(line)}</Table.Td>
                <Table.Td>{t(`preview.reasons.${reason}`)}</Table.Td>
                <Table.Td className={styles.cell}>
                  <Code>{text}</Code>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {rejected.length > shown && (
        <Center>
          <Button variant="default" onClick={() => setShown(shown + 4 * shownAtOnce)}>
            {t('preview.moreRejected', { n: number(rejected.length - shown) })}
          </Button>
        </Center>
      )}
    </Stack>
  );
}
