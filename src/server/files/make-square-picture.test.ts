import sharp from 'sharp';
import { expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { makeSquarePicture } from './make-square-picture.ts';

it('a picture that takes the machine too long is refused as busy, and not as a file that is no picture', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const photo = { create: { width: 4000, height: 4000, channels: 3, background: '#123', noise } } as const;
  const bytes = await sharp(photo).png({ progressive: true, compressionLevel: 1 }).toBuffer();
  await expect(makeSquarePicture(bytes, 12_000, 1)).toBeRefused(commonRefusals.busy);
});
