import { Button, Text } from '@mantine/core';
import { IconCheck, IconMessage2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { type Absence, type AbsenceReason, absenceReasons } from '../../contract.ts';

export type Note = { reason: AbsenceReason | null; excused: boolean };

/** Why a student missed a club or left it late, and whether it is excused: two taps for the organiser. */
export function NoteMenu({
  name,
  absence,
  onNote,
}: {
  /** The student's. */
  name: string;
  absence: Absence | null;
  onNote: (note: Note) => void;
}) {
  const { t } = useTranslation('classes');
  const reason = absence?.reason ?? null;
  const excused = absence?.excused ?? false;
  const label = reason ? t(`absences.reasons.${reason}`) : t('absences.note.open');
  const says = [
    label,
    excused && t('absences.note.excused'),
    absence?.reasonFrom === 'student' && t('absences.note.saidByStudent'),
  ].filter(Boolean);
  return (
    <>
      <Menu
        position="bottom-start"
        target={
          <Button
            size="compact-sm"
            mih="2.75rem"
            h="auto"
            py="0.25rem"
            ta="start"
            styles={{ label: { whiteSpace: 'normal' } }}
            variant="subtle"
            color={excused ? 'teach' : 'gray'}
            leftSection={<IconMessage2 size="1.125rem" aria-hidden />}
            aria-label={t('absences.note.openFor', { name, says: says.join(', ') })}
          >
            {says.join(' · ')}
          </Button>
        }
      >
        {absenceReasons.map((each) => (
          <Menu.Item
            key={each}
            leftSection={<Chosen shown={each === reason} />}
            // An excuse that came with a power cut ends with it; one that an organiser gave stays.
            onClick={() => onNote({ reason: each, excused: excused && reason !== 'power' })}
          >
            {t(each === 'power' ? 'absences.note.power' : `absences.reasons.${each}`)}
          </Menu.Item>
        ))}
        {reason !== 'power' && (
          <Menu.Item
            leftSection={<Chosen shown={excused} />}
            onClick={() => onNote({ reason, excused: !excused })}
          >
            {t(excused ? 'absences.note.unexcuse' : 'absences.note.excuse')}
          </Menu.Item>
        )}
      </Menu>
      {absence?.words && <Text size="sm">«{absence.words}»</Text>}
    </>
  );
}

function Chosen({ shown }: { shown: boolean }) {
  return <IconCheck size="1.125rem" aria-hidden visibility={shown ? 'visible' : 'hidden'} />;
}
