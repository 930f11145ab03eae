import { Anchor, Button, Flex, Stack, Text, TextInput } from '@mantine/core';
import { IconCalendarPlus, IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useDates } from '#web/i18n/use-dates.ts';
import { CopyText } from '#web/ui/copy-text.tsx';

/** A feed's address, with buttons that copy it or open it in a calendar program. */
export function FeedAddress({ path, createdAt }: { path: string; createdAt: string | null }) {
  const { t } = useTranslation('calendar');
  const { day } = useDates();
  const address = new URL(path, window.location.origin).href;
  // The same address under the scheme that the system opens with its calendar program.
  const subscribe = address.replace(/^https?:/, 'webcal:');
  const google = `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(subscribe)}`;
  return (
    <Stack gap="sm">
      <TextInput
        label={t('address.label')}
        description={createdAt && t('address.since', { day: day(createdAt) })}
        value={address}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Flex direction={{ base: 'column', xs: 'row' }} wrap="wrap" gap="sm">
        <Button component="a" href={subscribe} leftSection={<IconCalendarPlus size="1.25rem" aria-hidden />}>
          {t('address.open')}
        </Button>
        <Button
          component="a"
          href={google}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconExternalLink size="1.25rem" aria-hidden />}
        >
          {t('address.google')}
        </Button>
        <CopyText text={address} label={t('address.copy')} copiedLabel={t('address.copied')} />
      </Flex>
      <Text size="sm" c="dimmed">
        {t('address.how')}{' '}
        <Anchor href={path} download="sumi.ics" inherit>
          {t('address.download')}
        </Anchor>
      </Text>
    </Stack>
  );
}
