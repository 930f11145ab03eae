import { chance, clamp } from './motion.ts';
import type { Tune } from './scene.ts';

const rate = 44_100;

/** The sound bed of a clip as a mono 16-bit WAV file, silent at both ends so that it loops without a click. */
export function synthesise(tune: Tune, seconds: number): Buffer {
  const samples = new Float32Array(Math.round(seconds * rate));
  const steps = tune.steps.trim().split(/\s+/);
  const lastNote = seconds - 1.3;
  for (let beat = 0; 0.15 + beat * tune.beat < lastNote; beat++) {
    const step = steps[beat % steps.length]!;
    if (step === '.') continue;
    for (const semitones of step.split('+')) {
      pluck(samples, 0.15 + beat * tune.beat, pitch(tune.key + Number(semitones)), beat);
    }
  }
  for (const [start, length, ...path] of tune.hums ?? [])
    hum(
      samples,
      start,
      length,
      path.map((s) => tune.key + s),
    );
  echo(samples);
  level(samples, seconds);
  return wav(samples);
}

const pitch = (midi: number) => 440 * 2 ** ((midi - 69) / 12);

/**
 * A plucked string: a burst of noise going round a delay line that dulls it a little each time (Karplus and Strong).
 */
function pluck(out: Float32Array, at: number, frequency: number, seed: number) {
  const random = chance(seed + 11);
  const ring = Float32Array.from({ length: Math.round(rate / frequency) }, () => random() * 2 - 1);
  for (let pass = 0; pass < 3; pass++) {
    for (let i = 0; i < ring.length; i++) ring[i] = (ring[i]! + ring[(i + 1) % ring.length]!) / 2;
  }
  const middle = ring.reduce((sum, x) => sum + x, 0) / ring.length;
  for (let i = 0; i < ring.length; i++) ring[i]! -= middle; // Else each note starts with a thump.
  const from = Math.round(at * rate);
  const strength = 0.75 + random() * 0.25;
  for (let i = 0; i < rate * 2.2 && from + i < out.length; i++) {
    const k = i % ring.length;
    const now = ring[k]!;
    ring[k] = (now * 0.5 + ring[(k + 1) % ring.length]! * 0.5) * 0.9965;
    out[from + i]! += now * strength;
  }
}

/** A sung note that glides through the given MIDI pitches. */
function hum(out: Float32Array, at: number, seconds: number, path: number[]) {
  const from = Math.round(at * rate);
  const total = Math.round(seconds * rate);
  let turn = 0;
  for (let i = 0; i < total && from + i < out.length; i++) {
    const along = (i / total) * (path.length - 1);
    const a = path[Math.floor(along)]!;
    const b = path[Math.floor(along) + 1] ?? a;
    turn += pitch(a + (b - a) * (along % 1)) / rate;
    const wave =
      Math.sin(turn * Math.PI * 2) +
      0.35 * Math.sin(turn * Math.PI * 4) +
      0.12 * Math.sin(turn * Math.PI * 6);
    out[from + i]! += wave * 0.4 * Math.min(1, i / 2500, (total - i) / 5000);
  }
}

/** A small room around the notes. */
function echo(samples: Float32Array) {
  for (const [delay, amount] of [
    [0.083, 0.22],
    [0.131, 0.16],
    [0.197, 0.11],
  ] as const) {
    const shift = Math.round(delay * rate);
    for (let i = samples.length - 1; i >= shift; i--) samples[i]! += samples[i - shift]! * amount;
  }
}

/** Quiet: peaks at a third of full scale. */
function level(samples: Float32Array, seconds: number) {
  const peak = samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0.001);
  for (let i = 0; i < samples.length; i++) {
    const t = i / rate;
    samples[i]! *= (0.34 / peak) * clamp(t / 0.02) * clamp((seconds - t) / 0.5);
  }
}

function wav(samples: Float32Array): Buffer {
  const file = Buffer.alloc(44 + samples.length * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples.length * 2, 40);
  for (const [i, x] of samples.entries())
    file.writeInt16LE(Math.round(clamp((x + 1) / 2) * 65_534 - 32_767), 44 + i * 2);
  return file;
}
