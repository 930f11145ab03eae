import { Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { useLast } from '#web/ui/dialogs/use-last.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { possibleTeachersQuery } from '../managed-queries.ts';
import { type Reach, ScopeField } from '../series/scope-field.tsx';

/** Asks for another teacher of a class, and for which classes of its series. Closed without a class. */
export function ChooseTeacherDialog<Class extends { id: string }>({
  what,
  liveClass,
  titleOf,
  text,
  confirmLabel,
  doneOf,
  failed,
  except,
  reachesOf,
  send,
  onClose,
}: {
  what: 'handOver' | 'offer';
  liveClass: Class | null;
  titleOf: (reach: Reach) => string;
  text: string;
  confirmLabel: string;
  /** The toasts, of which the first names the teacher. */
  doneOf: (name: string) => string;
  failed: string;
  /** A teacher who cannot be chosen. */
  except?: string | null | undefined;
  /** Which classes of its series there are to choose from; null for the class alone. */
  reachesOf: (liveClass: Class) => readonly Reach[] | null;
  /** Answers the name of the teacher. */
  send: (id: string, teacherId: string, reach: Reach) => Promise<string>;
  onClose: () => void;
}) {
  const { t } = useTranslation(['classes', 'shell']);
  const shown = useLast(liveClass);
  const [teacherId, setTeacherId] = useState<string | null>(null);
  const [reach, setReach] = useState<Reach>('one');
  const { data, error } = useQuery({ ...possibleTeachersQuery, enabled: liveClass !== null });
  const teachers = data?.items.filter(({ userId }) => userId !== except) ?? [];
  const reaches = shown && reachesOf(shown);
  const close = () => {
    setTeacherId(null);
    setReach('one');
    onClose();
  };
  const choose = useAct(
    (chosen: { id: string; teacherId: string }) => send(chosen.id, chosen.teacherId, reach),
    { stale: ['classes'], done: doneOf, failed, onDone: close },
  );
  return (
    <ConfirmDialog
      opened={liveClass !== null}
      title={titleOf(reach)}
      text={text}
      confirmLabel={confirmLabel}
      busy={choose.isPending}
      canConfirm={teacherId !== null}
      onConfirm={() => liveClass && teacherId && choose.mutate({ id: liveClass.id, teacherId })}
      onClose={close}
    >
      <Stack>
        {/* Before the list of teachers, which opens over what follows it. */}
        {reaches && <ScopeField what={what} reaches={reaches} value={reach} onChange={setReach} />}
        <Select
          data-autofocus
          // Its list would lie over the button that confirms.
          openOnFocus={false}
          label={t('handOver.teacher')}
          placeholder={t('handOver.search')}
          searchable
          data={teachers.map(({ userId, name }) => ({ value: userId, label: name }))}
          nothingFoundMessage={error ? undefined : t(data ? 'handOver.nobody' : 'shell:loading')}
          error={error ? t('form.teachersFailed') : undefined}
          value={teacherId}
          onChange={setTeacherId}
        />
      </Stack>
    </ConfirmDialog>
  );
}
