/**
 * A ranking file of so many students, as the language app exports it. The last digit of every experience is that of
 * `board`: a page with two of them mixes boards.
 */
export function makeRankingFile(rows: number, board: number): Buffer {
  const languages = ['English', 'French', 'German', 'Korean', 'Italian'];
  const header =
    'Full name,Username,Email,Classroom,Language,Streak,Units completed,Total units in course,Percent completed,Days active,Total XP,Time Spent Learning,Lessons,Stories';
  const lines = Array.from({ length: rows }, (_, n) => {
    const exp = ((n * 7919) % 40_009) * 10 + (board % 10);
    const person = `"Apellido ${n % 700}, Nombre ${n}",alumno.${n},alumno${n}@example.org,Salón ${n % 40},${languages[n % 5]}`;
    return `${person},${(n * 7) % 365},${n % 90},90,${n % 100}%,${n % 31},${exp},${n % 60}h ${n % 59}m,${n % 500},${n % 40}`;
  });
  return Buffer.from([header, ...lines].join('\n'));
}
