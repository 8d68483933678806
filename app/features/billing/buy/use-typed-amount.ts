import { useEffect, useRef, useState } from 'react';
import { readPayAmount } from '#app/contracts/payments/pay-amount.ts';
import type { TypedAmount } from './buy-data.ts';

/**
 * The amount in a box, as it is typed. What is wrong with it is said once the box is left, or where the page was asked
 * for with it.
 * @param loaded what the page brought
 * @returns `micro`: null while it cannot be paid
 */
export function useTypedAmount(loaded: TypedAmount) {
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(loaded.typed);
  const [isLeft, setLeft] = useState(false);
  useEffect(() => {
    // What was typed before the script took the page over.
    if (box.current) setTyped(box.current.value);
  }, []);
  const read = readPayAmount(typed);
  const isSaid = isLeft || typed === loaded.typed;
  return {
    amount: {
      typed: loaded.typed,
      micro: 'micro' in read ? read.micro : null,
      problem: 'problem' in read && isSaid ? read.problem : null,
    },
    input: {
      ref: box,
      onInput: () => {
        setTyped(box.current?.value ?? '');
        setLeft(false);
      },
      onBlur: () => setLeft(true),
    },
  };
}

export type TypingAmount = ReturnType<typeof useTypedAmount>;
