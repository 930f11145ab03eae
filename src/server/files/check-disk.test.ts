import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyFolder } from '../../testing/backup-scene.ts';
import { type Community, newCommunity } from '../../testing/community.ts';
import { checkDisk, readDisk } from './check-disk.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it('checkDisk fails for good while less is free on the disk of DATA_DIR than has to be', async () => {
  const folder = emptyFolder();
  const { bytes, free } = await readDisk(folder);
  expect(free).toBeGreaterThan(0);
  expect(free).toBeLessThanOrEqual(bytes);
  const ctx = await community.ctxFor();
  await expect(checkDisk(folder, bytes + 1).run(ctx)).rejects.toMatchObject({
    message: expect.stringMatching(/^of the disk of DATA_DIR [\d.]+ of [\d.]+ GB are free$/),
    lasting: true,
  });
  const isTight = free < bytes / 10;
  const looking = checkDisk(folder, 0).run(ctx);
  await (isTight ? expect(looking).rejects.toThrow('are free') : expect(looking).resolves.toBeUndefined());
});
