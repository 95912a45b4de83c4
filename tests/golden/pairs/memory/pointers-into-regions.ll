; MEM-72: The rest of a large function hands the address of a variable out, so what a region loads may lead there,
@g = internal global i64 0
@ext = external global ptr
define i64 @src(i64 %x) {
entry:
  store ptr @g, ptr @ext
  %p0 = xor i64 %x, 3703702
  %p1 = add i64 %p0, 4938269
  %p2 = sub i64 %p1, 6172836
  %p3 = xor i64 %p2, 7407403
  %p4 = add i64 %p3, 8641970
  %p5 = sub i64 %p4, 9876537
  %p6 = xor i64 %p5, 11111104
  %p7 = add i64 %p6, 12345671
  %p8 = sub i64 %p7, 13580238
  %p9 = xor i64 %p8, 14814805
  %p10 = add i64 %p9, 16049372
  %p11 = sub i64 %p10, 17283939
  %p12 = xor i64 %p11, 18518506
  %p13 = add i64 %p12, 19753073
  %p14 = sub i64 %p13, 20987640
  %p15 = xor i64 %p14, 22222207
  %p16 = add i64 %p15, 23456774
  %p17 = sub i64 %p16, 24691341
  %p18 = xor i64 %p17, 25925908
  %p19 = add i64 %p18, 27160475
  %p20 = sub i64 %p19, 28395042
  %p21 = xor i64 %p20, 29629609
  %p22 = add i64 %p21, 30864176
  %p23 = sub i64 %p22, 32098743
  %p24 = xor i64 %p23, 33333310
  %p25 = add i64 %p24, 34567877
  %p26 = sub i64 %p25, 35802444
  %p27 = xor i64 %p26, 37037011
  %p28 = add i64 %p27, 38271578
  %p29 = sub i64 %p28, 39506145
  %p30 = xor i64 %p29, 40740712
  %p31 = add i64 %p30, 41975279
  %p32 = sub i64 %p31, 43209846
  %p33 = xor i64 %p32, 44444413
  %p34 = add i64 %p33, 45678980
  %p35 = sub i64 %p34, 46913547
  %p36 = xor i64 %p35, 48148114
  %p37 = add i64 %p36, 49382681
  %p38 = sub i64 %p37, 50617248
  %p39 = xor i64 %p38, 51851815
  %p40 = add i64 %p39, 53086382
  %p41 = sub i64 %p40, 54320949
  %p42 = xor i64 %p41, 55555516
  %p43 = add i64 %p42, 56790083
  %p44 = sub i64 %p43, 58024650
  %p45 = xor i64 %p44, 59259217
  %p46 = add i64 %p45, 60493784
  %p47 = sub i64 %p46, 61728351
  %p48 = xor i64 %p47, 62962918
  %p49 = add i64 %p48, 64197485
  %p50 = sub i64 %p49, 65432052
  %p51 = xor i64 %p50, 66666619
  %p52 = add i64 %p51, 67901186
  %p53 = sub i64 %p52, 69135753
  %p54 = xor i64 %p53, 70370320
  %p55 = add i64 %p54, 71604887
  %p56 = sub i64 %p55, 72839454
  %p57 = xor i64 %p56, 74074021
  %p58 = add i64 %p57, 75308588
  %p59 = sub i64 %p58, 76543155
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  br i1 %c, label %a, label %b
a:
  store i64 1, ptr @g
  %q = load ptr, ptr @ext
  store i64 2, ptr %q
  %l = load i64, ptr @g
  br label %b
b:
  %ph = phi i64 [ 0, %entry ], [ %l, %a ]
  %r = add i64 %ph, %p59
  ret i64 %r
}
define i64 @tgt(i64 %x) {
entry:
  store ptr @g, ptr @ext
  %p0 = xor i64 %x, 3703702
  %p1 = add i64 %p0, 4938269
  %p2 = sub i64 %p1, 6172836
  %p3 = xor i64 %p2, 7407403
  %p4 = add i64 %p3, 8641970
  %p5 = sub i64 %p4, 9876537
  %p6 = xor i64 %p5, 11111104
  %p7 = add i64 %p6, 12345671
  %p8 = sub i64 %p7, 13580238
  %p9 = xor i64 %p8, 14814805
  %p10 = add i64 %p9, 16049372
  %p11 = sub i64 %p10, 17283939
  %p12 = xor i64 %p11, 18518506
  %p13 = add i64 %p12, 19753073
  %p14 = sub i64 %p13, 20987640
  %p15 = xor i64 %p14, 22222207
  %p16 = add i64 %p15, 23456774
  %p17 = sub i64 %p16, 24691341
  %p18 = xor i64 %p17, 25925908
  %p19 = add i64 %p18, 27160475
  %p20 = sub i64 %p19, 28395042
  %p21 = xor i64 %p20, 29629609
  %p22 = add i64 %p21, 30864176
  %p23 = sub i64 %p22, 32098743
  %p24 = xor i64 %p23, 33333310
  %p25 = add i64 %p24, 34567877
  %p26 = sub i64 %p25, 35802444
  %p27 = xor i64 %p26, 37037011
  %p28 = add i64 %p27, 38271578
  %p29 = sub i64 %p28, 39506145
  %p30 = xor i64 %p29, 40740712
  %p31 = add i64 %p30, 41975279
  %p32 = sub i64 %p31, 43209846
  %p33 = xor i64 %p32, 44444413
  %p34 = add i64 %p33, 45678980
  %p35 = sub i64 %p34, 46913547
  %p36 = xor i64 %p35, 48148114
  %p37 = add i64 %p36, 49382681
  %p38 = sub i64 %p37, 50617248
  %p39 = xor i64 %p38, 51851815
  %p40 = add i64 %p39, 53086382
  %p41 = sub i64 %p40, 54320949
  %p42 = xor i64 %p41, 55555516
  %p43 = add i64 %p42, 56790083
  %p44 = sub i64 %p43, 58024650
  %p45 = xor i64 %p44, 59259217
  %p46 = add i64 %p45, 60493784
  %p47 = sub i64 %p46, 61728351
  %p48 = xor i64 %p47, 62962918
  %p49 = add i64 %p48, 64197485
  %p50 = sub i64 %p49, 65432052
  %p51 = xor i64 %p50, 66666619
  %p52 = add i64 %p51, 67901186
  %p53 = sub i64 %p52, 69135753
  %p54 = xor i64 %p53, 70370320
  %p55 = add i64 %p54, 71604887
  %p56 = sub i64 %p55, 72839454
  %p57 = xor i64 %p56, 74074021
  %p58 = add i64 %p57, 75308588
  %p59 = sub i64 %p58, 76543155
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  br i1 %c, label %a, label %b
a:
  store i64 1, ptr @g
  %q = load ptr, ptr @ext
  store i64 2, ptr %q
  br label %b
b:
  %ph = phi i64 [ 0, %entry ], [ 1, %a ]
  %r = add i64 %ph, %p59
  ret i64 %r
}
; check: incorrect: value-mismatch (interpreter, smt)

; or nobody does: no pointer that is loaded leads there.
@g = internal global i64 0
@ext = external global ptr
define i64 @src(i64 %x) {
entry:
  %p0 = xor i64 %x, 3703702
  %p1 = add i64 %p0, 4938269
  %p2 = sub i64 %p1, 6172836
  %p3 = xor i64 %p2, 7407403
  %p4 = add i64 %p3, 8641970
  %p5 = sub i64 %p4, 9876537
  %p6 = xor i64 %p5, 11111104
  %p7 = add i64 %p6, 12345671
  %p8 = sub i64 %p7, 13580238
  %p9 = xor i64 %p8, 14814805
  %p10 = add i64 %p9, 16049372
  %p11 = sub i64 %p10, 17283939
  %p12 = xor i64 %p11, 18518506
  %p13 = add i64 %p12, 19753073
  %p14 = sub i64 %p13, 20987640
  %p15 = xor i64 %p14, 22222207
  %p16 = add i64 %p15, 23456774
  %p17 = sub i64 %p16, 24691341
  %p18 = xor i64 %p17, 25925908
  %p19 = add i64 %p18, 27160475
  %p20 = sub i64 %p19, 28395042
  %p21 = xor i64 %p20, 29629609
  %p22 = add i64 %p21, 30864176
  %p23 = sub i64 %p22, 32098743
  %p24 = xor i64 %p23, 33333310
  %p25 = add i64 %p24, 34567877
  %p26 = sub i64 %p25, 35802444
  %p27 = xor i64 %p26, 37037011
  %p28 = add i64 %p27, 38271578
  %p29 = sub i64 %p28, 39506145
  %p30 = xor i64 %p29, 40740712
  %p31 = add i64 %p30, 41975279
  %p32 = sub i64 %p31, 43209846
  %p33 = xor i64 %p32, 44444413
  %p34 = add i64 %p33, 45678980
  %p35 = sub i64 %p34, 46913547
  %p36 = xor i64 %p35, 48148114
  %p37 = add i64 %p36, 49382681
  %p38 = sub i64 %p37, 50617248
  %p39 = xor i64 %p38, 51851815
  %p40 = add i64 %p39, 53086382
  %p41 = sub i64 %p40, 54320949
  %p42 = xor i64 %p41, 55555516
  %p43 = add i64 %p42, 56790083
  %p44 = sub i64 %p43, 58024650
  %p45 = xor i64 %p44, 59259217
  %p46 = add i64 %p45, 60493784
  %p47 = sub i64 %p46, 61728351
  %p48 = xor i64 %p47, 62962918
  %p49 = add i64 %p48, 64197485
  %p50 = sub i64 %p49, 65432052
  %p51 = xor i64 %p50, 66666619
  %p52 = add i64 %p51, 67901186
  %p53 = sub i64 %p52, 69135753
  %p54 = xor i64 %p53, 70370320
  %p55 = add i64 %p54, 71604887
  %p56 = sub i64 %p55, 72839454
  %p57 = xor i64 %p56, 74074021
  %p58 = add i64 %p57, 75308588
  %p59 = sub i64 %p58, 76543155
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  br i1 %c, label %a, label %b
a:
  store i64 1, ptr @g
  %q = load ptr, ptr @ext
  store i64 2, ptr %q
  %l = load i64, ptr @g
  br label %b
b:
  %ph = phi i64 [ 0, %entry ], [ %l, %a ]
  %r = add i64 %ph, %p59
  ret i64 %r
}
define i64 @tgt(i64 %x) {
entry:
  %p0 = xor i64 %x, 3703702
  %p1 = add i64 %p0, 4938269
  %p2 = sub i64 %p1, 6172836
  %p3 = xor i64 %p2, 7407403
  %p4 = add i64 %p3, 8641970
  %p5 = sub i64 %p4, 9876537
  %p6 = xor i64 %p5, 11111104
  %p7 = add i64 %p6, 12345671
  %p8 = sub i64 %p7, 13580238
  %p9 = xor i64 %p8, 14814805
  %p10 = add i64 %p9, 16049372
  %p11 = sub i64 %p10, 17283939
  %p12 = xor i64 %p11, 18518506
  %p13 = add i64 %p12, 19753073
  %p14 = sub i64 %p13, 20987640
  %p15 = xor i64 %p14, 22222207
  %p16 = add i64 %p15, 23456774
  %p17 = sub i64 %p16, 24691341
  %p18 = xor i64 %p17, 25925908
  %p19 = add i64 %p18, 27160475
  %p20 = sub i64 %p19, 28395042
  %p21 = xor i64 %p20, 29629609
  %p22 = add i64 %p21, 30864176
  %p23 = sub i64 %p22, 32098743
  %p24 = xor i64 %p23, 33333310
  %p25 = add i64 %p24, 34567877
  %p26 = sub i64 %p25, 35802444
  %p27 = xor i64 %p26, 37037011
  %p28 = add i64 %p27, 38271578
  %p29 = sub i64 %p28, 39506145
  %p30 = xor i64 %p29, 40740712
  %p31 = add i64 %p30, 41975279
  %p32 = sub i64 %p31, 43209846
  %p33 = xor i64 %p32, 44444413
  %p34 = add i64 %p33, 45678980
  %p35 = sub i64 %p34, 46913547
  %p36 = xor i64 %p35, 48148114
  %p37 = add i64 %p36, 49382681
  %p38 = sub i64 %p37, 50617248
  %p39 = xor i64 %p38, 51851815
  %p40 = add i64 %p39, 53086382
  %p41 = sub i64 %p40, 54320949
  %p42 = xor i64 %p41, 55555516
  %p43 = add i64 %p42, 56790083
  %p44 = sub i64 %p43, 58024650
  %p45 = xor i64 %p44, 59259217
  %p46 = add i64 %p45, 60493784
  %p47 = sub i64 %p46, 61728351
  %p48 = xor i64 %p47, 62962918
  %p49 = add i64 %p48, 64197485
  %p50 = sub i64 %p49, 65432052
  %p51 = xor i64 %p50, 66666619
  %p52 = add i64 %p51, 67901186
  %p53 = sub i64 %p52, 69135753
  %p54 = xor i64 %p53, 70370320
  %p55 = add i64 %p54, 71604887
  %p56 = sub i64 %p55, 72839454
  %p57 = xor i64 %p56, 74074021
  %p58 = add i64 %p57, 75308588
  %p59 = sub i64 %p58, 76543155
  %y = mul i64 %x, -7046029254386353131
  %c = icmp eq i64 %y, 81985529216486895
  br i1 %c, label %a, label %b
a:
  store i64 1, ptr @g
  %q = load ptr, ptr @ext
  store i64 2, ptr %q
  br label %b
b:
  %ph = phi i64 [ 0, %entry ], [ 1, %a ]
  %r = add i64 %ph, %p59
  ret i64 %r
}
; check: correct (inputs that are not undef, memory of the caller holds no undef)
