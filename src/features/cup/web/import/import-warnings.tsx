import { Alert, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { enumerate } from '#web/i18n/enumerate.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import type { Preview } from './use-import.ts';

/** Warnings to check before publishing, with the lines of the file. */
export function ImportWarnings({
  preview: { warnings, rows, changes, held, kidsLeftOut },
  fileNames,
}: {
  preview: Preview;
  fileNames: readonly string[];
}) {
  const { t, i18n } = useTranslation('cup');
  const { number, percentage } = useFigures();
  const before = changes.removed + changes.changed + changes.unchanged;
  if (warnings.length === 0 && rows > 0 && changes.removed === 0 && held === 0) return null;
  const shortened = (named: string[], count: number) =>
    enumerate(count > named.length ? [...named, '…'] : named, i18n.language);
  const where = ({ lines, count }: Preview['warnings'][number]) => {
    if (lines.length === 0) return '';
    return ` ${t('preview.lines', { count: lines.length, lines: shortened(lines.map(String), count) })}`;
  };
  return (
    <Alert
      role="status"
      color="coins"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('preview.warnings.title')}
    >
      <List size="sm" spacing="xs">
        {rows === 0 && <List.Item>{t('preview.warnings.no-rows')}</List.Item>}
        {changes.removed > 0 && (
          <List.Item>
            {t('preview.leaving', {
              count: changes.removed,
              n: number(changes.removed),
              share: percentage((changes.removed / before) * 100),
            })}
          </List.Item>
        )}
        {kidsLeftOut.count > 0 && (
          <List.Item>
            {t('preview.kidsLeftOut', {
              count: kidsLeftOut.count,
              n: number(kidsLeftOut.count),
              usernames: shortened(kidsLeftOut.usernames, kidsLeftOut.count),
            })}
          </List.Item>
        )}
        {held > 0 && <List.Item>{t('preview.held', { count: held, n: number(held) })}</List.Item>}
        {warnings.map((warning) => (
          <List.Item key={`${warning.file} ${warning.code}`}>
            {fileNames.length > 1 && `${fileNames[warning.file]}: `}
            {t(`preview.warnings.${warning.code}`, { count: warning.count, n: number(warning.count) })}
            {where(warning)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
