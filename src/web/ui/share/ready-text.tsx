import { Button, Group, Stack, Textarea } from '@mantine/core';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../copy-text.tsx';
import { whatsappAddress } from './whatsapp-address.ts';

/** A text for a group, to look through, and the ways to send it: WhatsApp with it, and copying. */
export function ReadyText({
  text,
  label,
  hint,
  children,
}: {
  text: string;
  label: string;
  hint?: string;
  /** What stands beside the buttons. */
  children?: ReactNode;
}) {
  const { t } = useTranslation('shell');
  return (
    <Stack>
      <Textarea readOnly autosize minRows={3} maxRows={14} value={text} label={label} description={hint} />
      <Group gap="sm">
        <Button
          component="a"
          href={whatsappAddress(text)}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<IconBrandWhatsapp size="1.25rem" aria-hidden />}
        >
          {t('share.whatsapp')}
        </Button>
        <CopyText text={text} label={t('share.copyText')} copiedLabel={t('share.textCopied')} />
        {children}
      </Group>
    </Stack>
  );
}
