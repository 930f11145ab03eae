import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { toastError } from '#web/ui/toasts/toast.ts';
import { type Profile, removeAvatar, uploadAvatar } from '../../contract.ts';
import { useCacheProfile } from '../queries.ts';
import { shrinkPicture } from './shrink-picture.ts';

/** A picture from this device, and the address it became once it was sent. */
type Chosen = { preview: string; image?: string | null };

/**
 * A person's own picture, to be changed and taken away. What they chose is shown from this device at once, and
 * goes on being shown while it is theirs: nothing flickers when the sent one takes over.
 */
export function useAvatar(profile: Profile) {
  const { t } = useTranslation('profiles');
  const cache = useCacheProfile();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const failed = t('profile.picture.failed');
  const upload = useAct(
    ({ picture }: Chosen & { picture: Blob }) => call(uploadAvatar, undefined, { file: picture }),
    {
      stale: ['accounts'],
      done: t('profile.picture.updated'),
      failed,
      onDone(saved, { preview }) {
        cache(saved);
        setChosen({ preview, image: saved.image });
      },
    },
  );
  const remove = useAct(() => call(removeAvatar), {
    stale: ['accounts'],
    done: t('profile.picture.removed'),
    failed,
    onDone: cache,
  });
  const [isReading, setReading] = useState(false);
  const preview = chosen?.preview;
  useEffect(() => () => (preview ? URL.revokeObjectURL(preview) : undefined), [preview]);

  const showsPreview = chosen && (upload.isPending || chosen.image === profile.image);

  async function choose(file: File) {
    setReading(true);
    const picture = await shrinkPicture(file);
    setReading(false);
    if (!picture) return toastError(failed, t('profile.picture.unreadable'));
    const shown = { preview: URL.createObjectURL(picture) };
    setChosen(shown);
    upload.mutate({ ...shown, picture });
  }

  return {
    image: showsPreview ? chosen.preview : profile.image,
    isSending: isReading || upload.isPending,
    isRemoving: remove.isPending,
    choose,
    remove: () => remove.mutate(),
  };
}

export type Avatar = ReturnType<typeof useAvatar>;
