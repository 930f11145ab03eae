import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They take the most time, and their size, by which Vitest begins a first run, does not tell. */
const long = [
  'scripts/attacks/siege/short-siege.test.ts',
  'src/across-features/shared-reads.test.ts',
  'src/across-features/state-walk.test.ts',
  'src/testing/fuzz/hostile-requests.test.ts',
  'src/across-features/permission-walk.test.ts',
  'src/across-features/fuzz.test.ts',
  'src/server/wal-archive/wal-archive.test.ts',
  'src/server/standby/standby.test.ts',
];

/** A long file that is begun last runs on alone, while the other workers have nothing to do. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => long.some((file) => moduleId.endsWith(file));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
