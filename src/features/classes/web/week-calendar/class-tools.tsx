import { Button, Group } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconBeach, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { mondayOf } from '#shared/time/calendar-days.ts';
import { ActsMenu } from '#web/ui/lists/acts-menu.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';

const CopyWeekDrawer = lazyDialog(
  async () => (await import('../series/copy-week-drawer.tsx')).CopyWeekDrawer,
);
const HolidaysDrawer = lazyDialog(async () => (await import('../series/holidays-drawer.tsx')).HolidaysDrawer);
const ClassRulesDrawer = lazyDialog(
  async () => (await import('../organise/class-rules-drawer.tsx')).ClassRulesDrawer,
);

/**
 * Copies a week, and opens the days without classes and the rules, each in a drawer of its own. On a phone they are in
 * a menu, because the week is what the page is opened for.
 */
export function ClassTools({
  showsWeek,
  monday,
  today,
  isAdmin,
  onCopied,
}: {
  /** Whether the calendar shows the week of `monday`; a list has none to copy. */
  showsWeek: boolean;
  monday: string;
  today: string;
  isAdmin: boolean;
  /** Called with the Monday of the copy. */
  onCopied: (week: string) => void;
}) {
  const { t } = useTranslation('classes');
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const [areHolidaysOpen, { open: openHolidays, close: closeHolidays }] = useDisclosure(false);
  const [areRulesOpen, { open: openRules, close: closeRules }] = useDisclosure(false);
  const [isCopying, { open: openCopying, close: closeCopying }] = useDisclosure(false);
  const tools = [
    { label: t('copyWeek.open'), Icon: IconCopy, open: openCopying, isShown: showsWeek },
    { label: t('holidays.title'), Icon: IconBeach, open: openHolidays, isShown: true },
    { label: t('rules.title'), Icon: IconAdjustmentsHorizontal, open: openRules, isShown: isAdmin },
  ].filter(({ isShown }) => isShown);
  return (
    <>
      {isPhone ? (
        <ActsMenu label={t('admin.tools')}>
          {tools.map(({ label, Icon, open }) => (
            <Menu.Item key={label} leftSection={<Icon size="1.25rem" aria-hidden />} onClick={open}>
              {label}
            </Menu.Item>
          ))}
        </ActsMenu>
      ) : (
        <Group gap="xs" justify="flex-end">
          {tools.map(({ label, Icon, open }) => (
            <Button
              key={label}
              size="sm"
              variant="default"
              leftSection={<Icon size="1.25rem" aria-hidden />}
              onClick={open}
            >
              {label}
            </Button>
          ))}
        </Group>
      )}
      <CopyWeekDrawer
        opened={isCopying}
        monday={monday}
        thisMonday={mondayOf(today)}
        isAdmin={isAdmin}
        onCopied={(week) => {
          closeCopying();
          onCopied(week);
        }}
        onClose={closeCopying}
      />
      <ClassRulesDrawer opened={areRulesOpen} onClose={closeRules} />
      <HolidaysDrawer opened={areHolidaysOpen} isAdmin={isAdmin} onClose={closeHolidays} />
    </>
  );
}
