/** A token with its probability, as the wire has it. */
interface Probable {
  token: string;
  logprob: number;
  bytes: number[];
}

/** The alternatives, the likeliest first. */
const OTHERS =
  ' the| a| of| and| to| in| is| it| that| for| on| with| as| by| at| an| be| or| not| from| but'.split('|');

/** The probabilities of pieces, each with its `top` likeliest; the same pieces always have the same ones. */
export function logprobsOf(
  pieces: readonly string[],
  top: number,
): (Probable & { top_logprobs: Probable[] })[] {
  return pieces.map((piece) => {
    const own = likelihood(piece);
    const others = OTHERS.filter((other) => other !== piece).slice(0, Math.max(0, top - 1));
    const rest = others.map((other, index) => probable(other, (1 - own) / 2 ** (index + 1)));
    const spoken = probable(piece, own);
    return { ...spoken, top_logprobs: top > 0 ? [spoken, ...rest] : [] };
  });
}

/** Between a half and one: the output is the likeliest token. */
function likelihood(piece: string): number {
  const sum = Array.from(piece).reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0);
  return 0.5 + (sum % 97) / 200;
}

function probable(token: string, likelihood: number): Probable {
  return { token, logprob: Math.log(likelihood), bytes: [...Buffer.from(token)] };
}
