import { Anchor, Button, Group, Stack } from '@mantine/core';
import { IconExternalLink, IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyText } from '#web/ui/copy-text.tsx';
import type { ManagedClass } from '../../contract.ts';
import styles from '../seat/class-card.module.css';

/**
 * The meeting link of a class, which its organiser can test, copy and change until the end: with the whole class while
 * that may be edited and has a link, else by a button of its own.
 */
export function MeetingLink({ liveClass, onChange }: { liveClass: ManagedClass; onChange: () => void }) {
  const { t } = useTranslation('classes');
  const { meetLink, allowed } = liveClass;
  return (
    <Stack gap="xs">
      {meetLink ? (
        <Anchor href={meetLink} target="_blank" rel="noopener noreferrer" className={styles.words}>
          {meetLink}
        </Anchor>
      ) : (
        t('link.missing')
      )}
      <Group gap="xs">
        {meetLink && (
          <>
            <Button
              component="a"
              href={meetLink}
              target="_blank"
              rel="noopener noreferrer"
              variant="default"
              leftSection={<IconExternalLink size="1.25rem" aria-hidden />}
            >
              {t('link.test')}
            </Button>
            <CopyText text={meetLink} label={t('link.copy')} copiedLabel={t('link.copied')} />
          </>
        )}
        {(!meetLink || allowed.change !== null) && (
          <Button
            variant="default"
            leftSection={<IconPencil size="1.25rem" aria-hidden />}
            onClick={onChange}
          >
            {t(meetLink ? 'link.change' : 'link.add')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
