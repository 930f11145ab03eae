import { Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './security.module.css';

/** The codes for when the phone is away: shown once, to be kept somewhere. */
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
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={
                copied ? <IconCheck size="1.125rem" aria-hidden /> : <IconCopy size="1.125rem" aria-hidden />
              }
              onClick={copy}
            >
              {t(copied ? 'factor.copied' : 'factor.copy')}
            </Button>
          )}
        </CopyButton>
        <Button
          component="a"
          variant="default"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="sumi.txt"
          leftSection={<IconDownload size="1.125rem" aria-hidden />}
        >
          {t('factor.download')}
        </Button>
      </Group>
    </Stack>
  );
}
