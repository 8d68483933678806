/** Pages on either side of the one that is shown. */
const AROUND = 1;

/** The numbers of pages to link to: the first, the last and those around a page; null stands for what is left out. */
export function pagesToShow(page: number, pages: number): (number | null)[] {
  const numbers = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (one) => one === 1 || one === pages || Math.abs(one - page) <= AROUND,
  );
  return numbers.flatMap((one, index) => {
    const before = numbers[index - 1] ?? 0;
    if (one - before <= 1) return [one];
    // A gap of one page takes no less room than its number.
    return one - before === 2 ? [one - 1, one] : [null, one];
  });
}
