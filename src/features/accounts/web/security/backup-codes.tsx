import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyText } from '#web/ui/copy-text.tsx';
import classes from './security.module.css';

/** The backup codes, shown once for the person to keep. */
export function BackupCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation('accounts');
  const text = `Sumi\n\n${codes.join('\n')}\n`;
  return (
    <Stack gap="sm">
      <Text>{t('factor.codesText')}</Text>
      <ul className={classes.codes} aria-label={t('factor.codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <CopyText text={codes.join('\n')} label={t('factor.copy')} copiedLabel={t('factor.copied')} />
        <Button
          component="a"
          variant="default"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="sumi.txt"
          leftSection={<IconDownload size="1.25rem" aria-hidden />}
        >
          {t('factor.download')}
        </Button>
      </Group>
    </Stack>
  );
}
