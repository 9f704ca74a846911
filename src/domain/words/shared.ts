import type { Words } from './concepts.ts';

/** Signs, and names of operators in every script. */
export const shared: Words = {
  question: '؟, ?',
  thanks: '❤, 🙏, 🌹, 😍, 🥰, 😘, 💐, ♥, 🌸, 🤗, 🌷, 💖, 🎉, 🤩',
  ok: '👍, 👌, ✅, 😊, 🙂, 😁, 👏, 💪, 😂, 🤝',
  greeting: '👋, ✋, 🙋',
  complaint: '😡, 🤬, 😠, 👎',
  item: `ایرانسل, ایرانسلی, ایران سل, irancell, irancel, iran cell, mtn, همراه اول, همراهه اول, hamrah aval, hamrahe aval, hamrah avval, hamrahe avval, mci, رایتل, رایتلی, rightel, righttel, raitel, raytel, تالیا, taliya, talia,
    شاتل, شاتل موبایل, shatel, shatel mobile, إيرانسل, همراه أول, رايتل, tdlte, td lte, تی دی ال تی ای`,
  package: `tdlte, td lte, تی دی ال تی ای`,
};
