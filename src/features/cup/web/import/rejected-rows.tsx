import { Button, Center, Code, Group, Stack, Table, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFigures } from '#web/i18n/use-figures.ts';
import type { RejectedRow } from '../../contract.ts';
import { csvText } from '../../rules.ts';
import styles from './import-preview.module.css';

const shownAtOnce = 25;

/** The rejected rows, each with its line in the file and the reason. */
export function RejectedRows({ rejected, season }: { rejected: readonly RejectedRow[]; season: string }) {
  const { t } = useTranslation('cup');
  const { number } = useFigures();
  const [shown, setShown] = useState(shownAtOnce);
  const save = () =>
    saveText(
      `ranking-${season}-rejected.csv`,
      csvText([
        [t('preview.line'), t('preview.reason'), t('preview.begins')],
        ...rejected.map(({ line, reason, text }) => [String(line), t(`preview.reasons.${reason}`), text]),
      ]),
    );
  return (
    <Stack gap="xs" component="section">
      <Title order={3}>
        {t('preview.rejectedTitle', { count: rejected.length, n: number(rejected.length) })}
      </Title>
      <Text c="dimmed" size="sm">
        {t('preview.rejectedText')}
      </Text>
      <Group>
        <Button variant="default" leftSection={<IconDownload size="1.25rem" aria-hidden />} onClick={save}>
          {t('preview.downloadRejected')}
        </Button>
      </Group>
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

/** Downloads a text as a file with a UTF-8 byte order mark, which spreadsheets need. */
function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([`\uFEFF${text}`], { type: 'text/csv' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
