import { Badge, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageName } from '#shared/language-name.ts';
import { useList } from '#web/api/use-list.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { pageMeta } from '#web/page-meta.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { useLast } from '#web/ui/dialogs/use-last.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ActsMenu } from '#web/ui/lists/acts-menu.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import type { ManagedAnnouncement } from '../contract.ts';
import { AnnouncementCard } from './announcement-card.tsx';
import styles from './announcements.module.css';
import { managedAnnouncementsQuery } from './queries.ts';
import { useWithdraw } from './use-withdraw.ts';

export const meta = () => pageMeta(i18n.t('page.title', { ns: 'announcements' }));

const WriteAnnouncementDrawer = lazyDialog(
  async () => (await import('./write-announcement-drawer.tsx')).WriteAnnouncementDrawer,
);

/** Every announcement with how many people were told, and where administrators write and withdraw them. */
export default function AdminAnnouncementsPage() {
  const { t } = useTranslation('announcements');
  const [isWriting, { open, close }] = useDisclosure(false);
  const [asked, setAsked] = useState<ManagedAnnouncement | null>(null);
  const ask = useLast(asked);
  const withdraw = useWithdraw(() => setAsked(null));
  const write = (
    <Button leftSection={<IconPencil size="1.25rem" aria-hidden />} onClick={open}>
      {t('manage.write')}
    </Button>
  );
  return (
    <div>
      <PageHeader title={t('page.title')} text={t('manage.text')} actions={write} />
      <PagedList
        list={useList(managedAnnouncementsQuery)}
        failed={t('page.failed')}
        loading={<LoadingBlocks heights={['11rem']} times={3} className={styles.list} />}
        empty={<EmptyState title={t('manage.empty')} text={t('manage.emptyText')} />}
        more={t('page.more')}
      >
        {(announcements) => (
          <div className={styles.list}>
            {announcements.map((announcement) => (
              <ManagedCard
                key={announcement.id}
                announcement={announcement}
                onWithdraw={() => setAsked(announcement)}
              />
            ))}
          </div>
        )}
      </PagedList>
      <WriteAnnouncementDrawer opened={isWriting} onClose={close} />
      <ConfirmDialog
        opened={asked !== null}
        title={t('manage.withdrawTitle', { title: ask?.title })}
        text={t('manage.withdrawText')}
        confirmLabel={t('manage.withdraw')}
        danger
        busy={withdraw.isPending}
        onConfirm={() => asked && withdraw.mutate(asked)}
        onClose={() => setAsked(null)}
      />
    </div>
  );
}

function ManagedCard({
  announcement,
  onWithdraw,
}: {
  announcement: ManagedAnnouncement;
  onWithdraw: () => void;
}) {
  const { t, i18n } = useTranslation('announcements');
  const { number } = useFigures();
  const { title, audience, language, told, isTold } = announcement;
  const figure = number(told);
  return (
    <AnnouncementCard
      announcement={announcement}
      acts={
        <ActsMenu label={t('manage.acts', { title })}>
          <Menu.Item color="red" leftSection={<IconTrash size="1.25rem" aria-hidden />} onClick={onWithdraw}>
            {t('manage.withdraw')}
          </Menu.Item>
        </ActsMenu>
      }
    >
      <Group gap="xs">
        <Badge color="teach">{t(`audiences.${audience}`)}</Badge>
        {language && <Badge color="gray">{languageName(language, i18n.language)}</Badge>}
        <Text size="sm" role="status">
          {isTold ? t('manage.told', { count: told, figure }) : t('manage.telling', { figure })}
        </Text>
      </Group>
    </AnnouncementCard>
  );
}
