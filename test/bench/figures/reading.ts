import { defaultOperators } from '#domain/operators.ts';
import { readText } from '#domain/reading/reading.ts';
import { type Figure, line } from '#test/bench/figure.ts';
import { quantile } from '#test/bench/statistics.ts';
import { corpusLanguages, readCorpus } from '#test/corpus/corpus.ts';

/** What it costs to read a typed sentence, over all sentences of the corpus. */
export const figure: Figure = async function* ({ quick }) {
  const sentences = corpusLanguages.flatMap((language) =>
    readCorpus(`seen.${language}`).map(({ sentence }) => sentence),
  );
  const timeAll = (): number[] =>
    sentences.map((sentence) => {
      const began = performance.now();
      readText(sentence, defaultOperators);
      return performance.now() - began;
    });
  timeAll();
  const times = Array.from({ length: quick ? 1 : 10 }, timeAll).flat();
  yield line('reading of a typed sentence, p50', quantile(times, 0.5), 'ms', { atMost: 0.3 });
  yield line('reading of a typed sentence, p99', quantile(times, 0.99), 'ms');
};
