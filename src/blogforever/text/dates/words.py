"""Words that stand in and around dates, by what they do there. Data only."""

from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.casefold().split())


def _by_head(lines: str) -> dict[str, str]:
    """Each word of the lines with the first word of its line."""
    return {word: head for head, *words in map(str.split, lines.casefold().strip().splitlines()) for word in words}


BEFORE_MONTH: Final = _words("""
st nd rd th er ère re e ème eme de del di d of the den da do day dia día ta a la le o ο mh dhen an am i na ja y h го
ого ой е ое я ви ри ти ті ші є ης η ος ου της m г ж gada ko ste n nn ng inci թ
""")
"""Between the day and its month: "3rd of April", "3 de abril", "3-го апреля"."""

AFTER_MONTH: Final = _words("de del l an anul г год года ж жылы року р r m พ ศ ค năm year év ko a the")
"""Between the month and its year: "abril de 2010", "เมษายน พ.ศ. 2553"."""

JOINS: Final = _words("st nd rd th er e de del of a ª năm г год года року")
"""Between the day and the year where the month came first: "April 3rd, 2010", "abril 3 de 2010"."""

YEAR_WORDS: Final = _words("gada gads ж жылы жылғы m")
"""After a year that the day follows, then the month: Latvian, Kazakh, Lithuanian."""

DOUBTFUL: Final = _words("pro set out led dub mac hun tra sen ago ara kas die des sie lie ion gen")
"""Months that are also words of other languages: "pro 3 2010" needs its comma to be a day in December."""

BEFORE_CLOCK: Final = _words("""
t at um à a às ás as las los les le la ore ora orele alle dalle klo kl kello om o ob u w в во о об у г год года р
року the kell hora horas h saat saatte lúc pukul jam στις ώρα time den r на 日 일 号 號 cik ur uur noin c d ساعت الساعة
""")
"""Between a date and its time: "um 17:41", "à 17h41"."""

AFTER_CLOCK: Final = _words("on le am el il em di den the of uhr h o at 分 분 hours hrs")
"""Between a time and its date: "17:41 on April 3, 2010"."""

AGO: Final = _words("""
ago fa atrás atras geleden sedan siden sitten temu zpět назад тому önce trước lalu ezelőtt पहले पूर्व پیش قبل tagasi
atpakaļ nazad earlier eest 전
""")
"""After the unit: "3 days ago"."""

SINCE: Final = _words("""
vor hace há faz fa πριν před pred przed acum prije pre пре преди пред לפני منذ قبل duela fai viru pirms prieš
""")
"""Before the count: "vor 3 Tagen"."""

ONE: Final = _words("""
a an one ein eine einer einem einen un une una um uma uno een één en et ett jeden jedną jedna один одну одна един
една bir egy yksi satu một o
""")
"""A count of one: "a week ago"."""

AFTER_HIER: Final = _words("à a soir matin midi après-midi par dans vers")
"""After "hier", which is "here" in German and Dutch: it is yesterday only before nothing, a time, or one of these."""

UNITS: Final = _by_head("""
h second seconds sec secs minute minutes min mins hour hours hr hrs sekunde sekunden minuten stunde stunden std
h seconde secondes heure heures segundo segundos minuto minutos hora horas secondi minuti ora ore uur uren minuut
h timme timmar minuter timer time minutter tunti tuntia minuuttia godzinę godziny godzin minut minuty hodinou
h hodinami минут минуты минуту час часа часов секунд хвилин хвилини годин годину ώρα ώρες λεπτά saat dakika secunde
h óra órája perce giờ phút jam menit minit ساعة ساعات دقيقة دقائق ساعت دقیقه שעות שעה דקות sati sata минути घंटे
h मिनट 시간 분
y year years jahr jahre jahren an ans année années año años ano anos anno anni any anys jaar år vuosi vuotta
y rok roku lata lat rokem lety roky год года лет рік роки років χρόνο χρόνια έτη yıl ani éve évvel tahun năm سنة
y سنوات שנה שנים سال godine godina година године aastat साल वर्ष 년
d day days tag tage tagen jour jours día días dia dias dies giorno giorni dag dagen dagar dage dager döge døgn päivä
d päivää dzień dni dnem dny dní den день дня дней дні днів ημέρα ημέρες μέρα μέρες gün zi zile napja nappal hari
d ngày يوم أيام ايام יום ימים روز dana dan дана дан дни ден päeva dienām dienas päevad dňami dnevi dnevom दिन วัน 일
w week weeks woche wochen semaine semaines semana semanas settimana settimane setmana setmanes weken vecka veckor
w uge uger uke uker viikko viikkoa tydzień tygodnie tygodni týden týdny týdnem týdnů неделю недели недель тиждень
w тижні тижнів εβδομάδα εβδομάδες hafta săptămână săptămâni hete héttel minggu tuần أسبوع أسابيع שבוע שבועות هفته
w tjedna tjedan nedelje недеље седмица седмици nädalat nädala tednoma tedni týždňom týždňami हफ़्ते सप्ताह 주 주일
m month months monat monate monaten mois mes meses mês mese mesi mesos maand maanden månad månader måned måneder
m kuukausi kuukautta miesiąc miesiące miesięcy měsíc měsíce měsícem měsíci месяц месяца месяцев місяць місяці
m місяців μήνα μήνες ay lună luni hónapja hónappal bulan tháng شهر أشهر חודש חודשים ماه mjesec mjeseca mjeseci mesec
m meseca meseci месец месеца kuud kuu mesecem mesiacom mesiacmi महीने 개월 달
""")
"""Units of time: h is within the day, d days, w weeks, m months, y years."""

UNITS_AGO: Final = _by_head("""
d napja วันที่แล้ว วันก่อน 일전
w hete 주전 สัปดาห์ที่แล้ว
m hónapja 개월전 เดือนที่แล้ว
y éve 년전 ปีที่แล้ว
h órája perce 시간전 분전 ชั่วโมงที่แล้ว นาทีที่แล้ว
""")
"""The same in words that already say "ago"."""

DAY_WORDS: Final = _by_head("""
0 today heute aujourd'hui aujourd’hui hoy oggi hoje vandaag idag tänään dzisiaj dziś dnes сегодня сьогодні σήμερα
0 bugün היום اليوم امروز danas данас днес danes azi avui hoxe täna šodien šiandien gaur 今日 今天 오늘
1 yesterday gestern hier ayer ieri ontem gisteren igår eilen wczoraj včera вчера вчора учора χθες χτες εχθές dün
1 אתמול أمس امس دیروز jučer juče јуче včeraj tegnap ahir onte eile vakar dje atzo ddoe inné hieraŭ kemarin เมื่อวาน
1 เมื่อวานนี้ 昨日 昨天 어제
2 vorgestern avant-hier anteayer anteontem позавчера позавчора przedwczoraj předevčírem eergisteren toissapäivänä
2 förrgår 一昨日 前天 그저께
""")
"""Words for a day, with how many days ago it was."""
