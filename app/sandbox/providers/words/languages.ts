/** Answers in languages other than English: by the script of the message. */
const SPOKEN: readonly { script: RegExp; answers: readonly string[] }[] = [
  {
    script: /[\u3040-\u30ff]/,
    answers: [
      `## 要点

ご質問ありがとうございます。まず大切な点を三つにまとめます。

1. **目的を決める** — 何ができれば「完了」なのかを一文で書きます。
2. **小さく始める** — 今日のうちに終わる部分から手を付けます。
3. **振り返る** — 最後の十分間で、次に変えたいことを一つ選びます。

| 段階 | 目安の時間 |
|---|---:|
| 準備 | 30分 |
| 作業 | 2時間 |
| 確認 | 15分 |

もう少し詳しい説明や、具体的な例が必要でしたらお知らせください。`,
      `なるほど、よい質問ですね。

簡単に言うと、表に見える部分と、それを支える仕組みがあります。式で書くと $y = ax + b$ のように、変わる部分と変わらない部分に分けられます。

- 変わる部分：毎日の状況や条件
- 変わらない部分：基本となる考え方

\`\`\`js
const greeting = 'こんにちは';
console.log(greeting.length); // 5
\`\`\`

どちらの部分について、もっと知りたいですか。`,
    ],
  },
  {
    script: /[\u0600-\u06ff]/,
    answers: [
      `## باختصار

شكرًا على سؤالك. يمكن تقسيم الموضوع إلى ثلاث خطوات واضحة:

1. **حدِّد الهدف:** اكتب في جملة واحدة متى تعتبر العمل منتهيًا.
2. **ابدأ صغيرًا:** اختر الجزء الذي تستطيع إنجازه اليوم.
3. **راجِع النتيجة:** خصِّص عشر دقائق لمعرفة ما تريد تغييره في المرة القادمة.

| المرحلة | الوقت |
|---|---|
| التحضير | ٣٠ دقيقة |
| التنفيذ | ساعتان |
| المراجعة | ١٥ دقيقة |

هل تريد مثالًا عمليًا على إحدى هذه الخطوات؟`,
      `سؤال جيد. لننظر إليه من زاويتين:

- ما يظهر للجميع، وهو ما يتغيَّر من يوم إلى يوم.
- ما يقوم عليه، وهو قواعد قليلة لا تتغيَّر إلا نادرًا، مثل $y = ax + b$.

\`\`\`js
const greeting = 'مرحبا';
console.log(greeting.length); // 5
\`\`\`

أخبرني أي الزاويتين تهمُّك أكثر، وسأشرحها بتفصيل.`,
    ],
  },
];

/** A prepared answer in the language of the message, or null for one in Latin letters. */
export function answerInScript(message: string, variant: number): string | null {
  const spoken = SPOKEN.find(({ script }) => script.test(message));
  return spoken?.answers[variant % spoken.answers.length] ?? null;
}
