import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalText } from '#web/i18n/refusal-text.ts';
import { toastError, toastSuccess } from '#web/ui/toasts/toast.ts';
import type { Profile } from '../../contract.ts';
import { useRemoveAvatar, useUploadAvatar } from '../queries.ts';
import { shrinkPicture } from './shrink-picture.ts';

/** A picture from this device, and the address it became once it was sent. */
type Chosen = { preview: string; image?: string | null };

/**
 * A person's own picture, to be changed and taken away. What they chose is shown from this device at once, and
 * goes on being shown while it is theirs: nothing flickers when the sent one takes over.
 */
export function useAvatar(profile: Profile) {
  const { t } = useTranslation('profiles');
  const upload = useUploadAvatar();
  const remove = useRemoveAvatar();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isReading, setReading] = useState(false);
  const preview = chosen?.preview;
  useEffect(() => () => (preview ? URL.revokeObjectURL(preview) : undefined), [preview]);

  const showsPreview = chosen && (upload.isPending || chosen.image === profile.image);
  const failed = (reason: string) => toastError(t('profile.picture.failed'), reason);
  const onError = (error: unknown) => failed(refusalText(error));

  async function choose(file: File) {
    setReading(true);
    const picture = await shrinkPicture(file);
    setReading(false);
    if (!picture) return failed(t('profile.picture.unreadable'));
    const shown = { preview: URL.createObjectURL(picture) };
    setChosen(shown);
    upload.mutate(picture, {
      onSuccess({ image }) {
        setChosen({ ...shown, image });
        toastSuccess(t('profile.picture.updated'));
      },
      onError,
    });
  }

  return {
    image: showsPreview ? chosen.preview : profile.image,
    isSending: isReading || upload.isPending,
    isRemoving: remove.isPending,
    choose,
    remove: () =>
      remove.mutate(undefined, { onSuccess: () => toastSuccess(t('profile.picture.removed')), onError }),
  };
}

export type Avatar = ReturnType<typeof useAvatar>;
