/**
 * Words in the scripts that more than ten million people read, and some others; a line of each is extracted as it is
 * written.
 */
export const texts: readonly {
  readonly script: string;
  readonly language: string;
  readonly text: string;
  readonly sans: string;
  readonly serif: string;
}[] = [
  { script: 'Latin', language: 'vi', text: 'Tiếng Việt được viết', sans: 'Inter', serif: 'Tinos' },
  {
    script: 'Greek',
    language: 'el',
    text: 'Όλοι οι άνθρωποι γεννιούνται',
    sans: 'Inter',
    serif: 'Tinos',
  },
  {
    script: 'Cyrillic',
    language: 'uk',
    text: 'Всі люди народжуються вільними',
    sans: 'Inter',
    serif: 'Tinos',
  },
  {
    script: 'Arabic',
    language: 'ar',
    text: 'يولد جميع الناس أحرارا لا السلام',
    sans: 'NotoSansArabic',
    serif: 'NotoNaskhArabic',
  },
  {
    script: 'Hebrew',
    language: 'he',
    text: 'כל בני האדם נולדו',
    sans: 'NotoSansHebrew',
    serif: 'NotoSerifHebrew',
  },
  {
    script: 'Devanagari',
    language: 'hi',
    text: 'सभी मनुष्य जन्म से',
    sans: 'NotoSansDevanagari',
    serif: 'NotoSerifDevanagari',
  },
  {
    script: 'Bengali',
    language: 'bn',
    text: 'সমস্ত মানুষ স্বাধীনভাবে জন্ম',
    sans: 'NotoSansBengali',
    serif: 'NotoSerifBengali',
  },
  {
    script: 'Gurmukhi',
    language: 'pa',
    text: 'ਸਾਰਾ ਮਨੁੱਖੀ ਪਰਿਵਾਰ',
    sans: 'NotoSansGurmukhi',
    serif: 'NotoSerifGurmukhi',
  },
  {
    script: 'Gujarati',
    language: 'gu',
    text: 'પ્રતિષ્ઠા અને અધિકારો',
    sans: 'NotoSansGujarati',
    serif: 'NotoSerifGujarati',
  },
  {
    script: 'Oriya',
    language: 'or',
    text: 'ସମସ୍ତ ମନୁଷ୍ୟ ଜନ୍ମକାଳରୁ',
    sans: 'NotoSansOriya',
    serif: 'NotoSansOriya',
  },
  {
    script: 'Tamil',
    language: 'ta',
    text: 'மனிதப் பிறவியினர் சகலரும்',
    sans: 'NotoSansTamil',
    serif: 'NotoSerifTamil',
  },
  {
    script: 'Telugu',
    language: 'te',
    text: 'మానవులందరు పుట్టుకతో',
    sans: 'NotoSansTelugu',
    serif: 'NotoSerifTelugu',
  },
  {
    script: 'Kannada',
    language: 'kn',
    text: 'ಎಲ್ಲಾ ಮಾನವರೂ ಹುಟ್ಟಿನಿಂದಲೇ',
    sans: 'NotoSansKannada',
    serif: 'NotoSerifKannada',
  },
  {
    script: 'Malayalam',
    language: 'ml',
    text: 'മനുഷ്യരെല്ലാവരും തുല്യാവകാശങ്ങളോടും',
    sans: 'NotoSansMalayalam',
    serif: 'NotoSerifMalayalam',
  },
  {
    script: 'Sinhala',
    language: 'si',
    text: 'සියලු මනුෂ්‍යයෝ නිදහස්ව',
    sans: 'NotoSansSinhala',
    serif: 'NotoSerifSinhala',
  },
  {
    script: 'Thai',
    language: 'th',
    text: 'มนุษย์ทั้งหลายเกิดมามีอิสระ',
    sans: 'NotoSansThai',
    serif: 'NotoSerifThai',
  },
  {
    script: 'Lao',
    language: 'lo',
    text: 'ມະນຸດທຸກຄົນເກີດມາ',
    sans: 'NotoSansLao',
    serif: 'NotoSerifLao',
  },
  {
    script: 'Khmer',
    language: 'km',
    text: 'មនុស្សទាំងអស់កើតមក',
    sans: 'NotoSansKhmer',
    serif: 'NotoSerifKhmer',
  },
  {
    script: 'Burmese',
    language: 'my',
    text: 'လူတိုင်းသည် တူညီ',
    sans: 'NotoSansMyanmar',
    serif: 'NotoSerifMyanmar',
  },
  {
    script: 'Ethiopic',
    language: 'am',
    text: 'የሰው ልጅ ሁሉ ሲወለድ',
    sans: 'NotoSansEthiopic',
    serif: 'NotoSerifEthiopic',
  },
  {
    script: 'Armenian',
    language: 'hy',
    text: 'Բոլոր մարդիկ ծնվում են',
    sans: 'NotoSansArmenian',
    serif: 'NotoSerifArmenian',
  },
  {
    script: 'Georgian',
    language: 'ka',
    text: 'ყველა ადამიანი იბადება',
    sans: 'NotoSansGeorgian',
    serif: 'NotoSerifGeorgian',
  },
  {
    script: 'Simplified Chinese',
    language: 'zh-Hans',
    text: '人人生而自由，在尊严',
    sans: 'NotoSansCJKsc',
    serif: 'NotoSerifCJKsc',
  },
  {
    script: 'Traditional Chinese',
    language: 'zh-Hant',
    text: '人人生而自由，在尊嚴',
    sans: 'NotoSansCJKtc',
    serif: 'NotoSerifCJKtc',
  },
  {
    script: 'Japanese',
    language: 'ja',
    text: 'すべての人間は、生まれながら',
    sans: 'NotoSansCJKjp',
    serif: 'NotoSerifCJKjp',
  },
  { script: 'Korean', language: 'ko', text: '모든 인간은 태어날', sans: 'NotoSansCJKkr', serif: 'NotoSerifCJKkr' },
];
