import { foldText } from './fold-text.ts';

type SmallTalk = 'greeting' | 'thanks' | 'help' | 'support';

/** Whole messages that people write to a person, as the search folds them. */
const phrases: Readonly<Record<SmallTalk, readonly string[]>> = {
  greeting: [
    'سلام',
    'سلام علیکم',
    'سلام خوبی',
    'سلام خوبین',
    'سلام خسته نباشید',
    'درود',
    'وقت بخیر',
    'صبح بخیر',
    'روز بخیر',
    'شب بخیر',
    'عصر بخیر',
    'خسته نباشید',
    'الو',
    'hi',
    'hello',
    'hey',
    'hi there',
    'good morning',
    'good evening',
    'salam',
    'slm',
  ],
  thanks: ['ممنون', 'ممنونم', 'مرسی', 'متشکرم', 'تشکر', 'سپاس', 'دمت گرم', 'thanks', 'thank you', 'thx', 'merci'],
  help: ['راهنما', 'راهنمایی', 'کمک', 'چطور بخرم', 'چجوری بخرم', 'help', 'how'],
  support: [
    'پشتیبانی',
    'پشتیبان',
    'پشتیبانی میخوام',
    'اپراتور',
    'تماس با پشتیبانی',
    'شکایت',
    'مشکل دارم',
    'support',
    'operator',
    'contact',
    'complaint',
  ],
};

const bare = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const kinds = new Map(
  Object.entries(phrases).flatMap(([kind, words]) => words.map((word) => [bare(word), kind as SmallTalk] as const)),
);

/** Null: not small talk. */
export const smallTalk = (text: string): SmallTalk | null =>
  text.length > 40 ? null : (kinds.get(bare(text)) ?? null);
