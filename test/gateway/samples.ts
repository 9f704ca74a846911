// Written by hand from the API page, independently of our sandbox.

export const wireCategory = {
  id: 9,
  name: 'بسته‌های اینترنت',
  data: '[{"id":3,"text":"ماهانه","parent":0},{"id":7,"text":"شبانه","parent":3},{"id":8,"text":"هفتگی","parent":0}]',
  created_at: '2024-05-01T10:00:00.000000Z',
  updated_at: null,
  pivot: { categorizable_type: 'App\\Models\\Product', categorizable_id: 41, category_id: 9, address: '3/7' },
};

export const wireProduct = {
  id: 41,
  name: 'بسته ۱۰ گیگابایت <b>شبانه</b>',
  name_en: '10 GB at night',
  description: 'سی روزه',
  description_full: 'از ۲ تا ۷ بامداد',
  sku: 'N-10',
  price: 30000,
  second_price: 50000,
  showable_price: 33000,
  type: 'cell_internet',
  minimum_sale: 1,
  dimension: { width: 2 },
  score: 4,
  status: 1,
  options: ['a', 'b'],
  deliverable: 1,
  third_party_id: 'tp-5',
  capacity: 10240,
  period: 30,
  sim_card_type: 'credit',
  operator_id: 2,
  profile_id: '7013',
  order: 12,
  created_at: '2024-05-01T10:00:00.000000Z',
  updated_at: '2024-06-01T10:00:00.000000Z',
  categories: [wireCategory],
};

export const wireEnvelope = (data: unknown, over: object = {}) => ({
  data,
  links: {
    first: 'http://gateway.test/api/clients/products?page=1',
    last: 'http://gateway.test/api/clients/products?page=3',
    prev: null,
    next: 'http://gateway.test/api/clients/products?page=2',
  },
  meta: {
    current_page: 1,
    from: 1,
    last_page: 3,
    path: 'http://gateway.test/api/clients/products',
    per_page: 100,
    to: 100,
    total: 240,
    links: [
      { url: null, label: '&laquo; Previous', active: false },
      { url: 'http://gateway.test/api/clients/products?page=1', label: '1', active: true },
    ],
  },
  balance: 1250000,
  ...over,
});

export const wireOffer = {
  offerCode: '40100',
  offerDesc: '1 GB for 7 days',
  offerDescLN: '۱ گیگابایت هفت‌روزه',
  validityDays: '7',
  offerType: 'DATA',
  amount: '30000',
  name: 'یک گیگ هفتگی',
};

export const wireOffers = (offersList: unknown, over: object = {}) => ({
  status: true,
  ResultCode: 0,
  TransactionID: '8800112233',
  CommandStatus: 'Completed',
  OrigResponseMessage: 'Success',
  message: 'ok',
  offersList,
  ...over,
});
