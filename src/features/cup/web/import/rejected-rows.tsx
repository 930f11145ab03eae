import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { byteOrderMark, csvText } from '#shared/formats/csv-text.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import type { RejectedRow } from '../../contract.ts';
import { ListedRows } from './listed-rows.tsx';

/** The rejected rows, each with its line in the file and the reason. */
export function RejectedRows({
  rejected,
  season,
  fileNames,
}: {
  rejected: readonly RejectedRow[];
  season: string;
  fileNames: readonly string[];
}) {
  const { t } = useTranslation('cup');
  const { number } = useFigures();
  const several = fileNames.length > 1;
  const headers = [
    ...(several ? [t('preview.file')] : []),
    t('preview.line'),
    t('preview.reason'),
    t('preview.begins'),
  ];
  const rowsWith = (lineText: (line: number) => string) =>
    rejected.map(({ file, line, reason, text }) => [
      ...(several ? [fileNames[file] ?? ''] : []),
      lineText(line),
      t(`preview.reasons.${reason}`),
      text,
    ]);
  const save = () => saveText(`ranking-${season}-rejected.csv`, csvText([headers, ...rowsWith(String)]));
  return (
    <ListedRows
      title={t('preview.rejectedTitle', { count: rejected.length, n: number(rejected.length) })}
      text={t('preview.rejectedText')}
      headers={headers}
      rows={rowsWith(number)}
    >
      <Group>
        <Button variant="default" leftSection={<IconDownload size="1.25rem" aria-hidden />} onClick={save}>
          {t('preview.downloadRejected')}
        </Button>
      </Group>
    </ListedRows>
  );
}

/** Downloads a text as a file with a UTF-8 byte order mark, which spreadsheets need. */
function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([`${byteOrderMark}${text}`], { type: 'text/csv' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
