import { capital } from './subject.ts';

/** One kind of answer: the questions that it fits, and its text about their topic. */
export interface Topic {
  fits: RegExp;
  answer(subject: string): string;
}

/** Markdown of every kind that the interface renders: headings, lists, tables, code, formulas, quotations. */
export const TOPICS: readonly Topic[] = [
  {
    fits: /\b(code|function|program|script|python|javascript|typescript|sql|bug|regex|api|algorithm|html|css)\b/i,
    answer: (subject) => `Here is a small, complete starting point for ${subject}.

\`\`\`python
from collections import Counter


def most_common_words(text: str, count: int = 3) -> list[tuple[str, int]]:
    """Return the words that occur most often, with how often they occur."""
    words = [word.strip(".,!?").lower() for word in text.split()]
    return Counter(word for word in words if word).most_common(count)


print(most_common_words("the cat and the dog and the bird"))
# [('the', 3), ('and', 2), ('cat', 1)]
\`\`\`

A few notes:

1. \`Counter\` does the counting; the comprehension only cleans the words.
2. An empty text gives an empty list, so callers need no special case.
3. It runs in $O(n)$ for a text of $n$ words.

Shall I add tests, or turn it into a command-line tool?`,
  },
  {
    fits: /\b(math|maths|equation|integral|derivative|solve|calculate|prove|probability|formula|theorem|sum of)\b/i,
    answer: (subject) => `Let us take ${subject} step by step.

### Setting it up

For a quadratic $ax^2 + bx + c = 0$ with $a \\neq 0$ the solutions are

$$
x_{1,2} = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}.
$$

### A worked example

With $x^2 - 5x + 6 = 0$ we have $a = 1$, $b = -5$, $c = 6$, so the root is $\\sqrt{25 - 24} = 1$ and

$$
x_1 = \\frac{5 + 1}{2} = 3, \\qquad x_2 = \\frac{5 - 1}{2} = 2.
$$

> **Check:** $3 \\cdot 2 = 6$ and $3 + 2 = 5$, as the coefficients ask.

If you send me your own numbers, I will go through them in the same way.`,
  },
  {
    fits: /\b(compare|difference|versus|vs|better|pros|cons|which|table|choose)\b/i,
    answer: (subject) => `Here is how I would weigh ${subject}.

| | First option | Second option |
|---|---|---|
| Getting started | an afternoon | two or three days |
| Cost in a year | about $120 | about $90 |
| When it breaks | you can mend it yourself | you wait for the maker |
| Best for | one person, often | a group, now and then |

**In short:** take the *first* if you begin alone and want to see results this week, the *second* if several
people will share it and somebody looks after it.

Tell me what matters most to you — price, time or independence — and I will narrow it down.`,
  },
  {
    fits: /\b(plan|itinerary|trip|travel|schedule|week|steps|how do i|how to|guide|checklist|birthday)\b/i,
    answer: (subject) => `## A plan for ${subject}

**Before you begin**

- [x] Decide what *done* looks like
- [ ] Put two free hours into the calendar
- [ ] Ask one person who has done it before

**Then, in this order**

1. **Start small.** Choose the part that you could finish today.
2. **Make it visible.** A list on the door beats a plan in a drawer.
   - one line for each step
   - a date beside the ones that depend on others
3. **Leave a gap.** A third of the time belongs to what nobody foresaw.
4. **Look back.** Ten minutes at the end: what would you do first next time?

If you tell me your dates and your budget, I can turn this into a day-by-day schedule.`,
  },
  {
    fits: /\b(recipe|cook|bake|dinner|lunch|meal|bread|soup|cake|food)\b/i,
    answer: (subject) => `### ${capital(subject)}, for two

| Ingredient | Amount |
|---|---:|
| Chickpeas, cooked | 400 g |
| Tomatoes, chopped | 300 g |
| Spinach | 150 g |
| Garlic | 2 cloves |
| Ground cumin | 1 tsp |

1. Warm two spoons of olive oil and let the garlic turn golden — about a minute.
2. Add the cumin, then the tomatoes; let them simmer for **8 minutes**.
3. Stir in chickpeas and spinach until the leaves give in.
4. Salt, pepper, a squeeze of lemon. Done in 20 minutes.

*Serve it with flat bread; tomorrow it tastes even better.*`,
  },
  {
    fits: /\b(poem|haiku|song|verse|rhyme|story|tale|fiction)\b/i,
    answer: (subject) => `*On ${subject}*

The morning keeps its promises in grey,
a kettle hums, the window learns to shine;
the things we meant to say and did not say
sit down with us, and find the tea is fine.

And what was hard last night is only late,
and what was late is only on its way —
so leave the door, so leave the careful gate
a hand's breadth open for the coming day.

---

I kept to a calm iambic line. Would you like it shorter, funnier, or as a haiku?`,
  },
  {
    fits: /\b(translate|translation|in (?:french|german|spanish|japanese|arabic|italian))\b/i,
    answer: () => `Here are three renderings, from plain to polite:

| Language | Everyday | Polite |
|---|---|---|
| French | *Tu peux m’aider ?* | *Pourriez-vous m’aider, s’il vous plaît ?* |
| German | *Kannst du mir helfen?* | *Könnten Sie mir bitte helfen?* |
| Japanese | 手伝ってくれる？ | お手伝いいただけますか。 |
| Arabic | ممكن تساعدني؟ | هل يمكنكم مساعدتي من فضلكم؟ |

The polite forms fit a first letter; among friends the left column sounds more natural.`,
  },
  {
    fits: /^\s*(?:hi|hello|hey|good (?:morning|evening|day)|thanks|thank you|test|ping)\b[^]{0,30}$/i,
    answer:
      () => `Hello! 👋 I am the sandbox model: I run on your own machine and answer with prepared texts, so that everything can be tried without a provider's key.

Ask me for a **plan**, a **comparison**, some **code**, a bit of **maths** or a **poem**, and you will see how each of them looks.`,
  },
];

/** The answer to all other questions. */
export function explain(subject: string): string {
  return `## ${capital(subject)}, in a few words

Think of it in three layers:

1. **What you see.** The part that everyone meets first, and that most questions are about.
2. **What carries it.** A handful of rules that rarely change; once you know them, the surface stops being surprising.
3. **What it costs.** Time, money or attention — there is always one of the three.

### An everyday picture

Imagine a library. The reading room is the surface, the catalogue is the rule, and the closing time is the cost. You can enjoy the room without knowing the catalogue, but you will not *find* anything in a hurry.

> A rule of thumb: if you can explain it to a friend in two sentences, you know the first layer; if you can say when it fails, you know the second.

Would you like more depth on one of these layers, or an example from practice?`;
}
